/**
 * The scripts of the shared cache. `KEYS[1]` is the prefix of all keys: `clock`; `g:` and a tag, the tag's generation; `e:` and a key, an entry;
 * `l:` and a key, the lease on it, with the clock when it began. An entry has the fields `c` (its clock), `t` (its tags), `v` (its version), `s` (when its
 * read began), `x` (when it expires), `u` (until when it may be used nevertheless), `o` (until when it may be confirmed) and `b` (its body). Tags are joined by commas; `!` stands for an entry that any invalidation makes useless.
 */
const common = `
local prefix = KEYS[1]

local function split(clock)
  local epoch, number = string.match(clock, '^([^:]+):(%d+)$')
  return epoch, tonumber(number)
end

local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- Whether there is room for what a command writes.
local function fits(...)
  local reply = redis.pcall(...)
  if type(reply) ~= 'table' or not reply.err then return true end
  -- Any other error ends the script: the command fails again.
  if not string.find(reply.err, 'OOM', 1, true) then redis.call(...) end
  return false
end

local function isHeldWith(name, lease)
  local holder = redis.call('GET', name)
  return holder and string.sub(holder, 1, #lease + 1) == lease .. '@'
end
`;

/** ARGV: new epoch, TTL of the clock, TTL of leases, most bytes of bodies in the reply, then for each look-up its key, known version and lease. */
export const lookUpScript = `${common}
local clock = redis.call('GET', prefix .. 'clock')
if not clock then
  clock = ARGV[1] .. ':0'
  if not fits('SET', prefix .. 'clock', clock, 'PX', ARGV[2]) then return false end
end

local generations = {}
local function generationOf(tag)
  local known = generations[tag]
  if known == nil then
    local value = redis.call('GET', prefix .. 'g:' .. tag)
    known = {}
    if value then known[1], known[2] = split(value) end
    generations[tag] = known
  end
  return known[1], known[2]
end

local function isCurrent(at, tags)
  if tags == '!' then return at == clock end
  local epoch, number = split(at)
  for tag in string.gmatch(tags, '[^,]+') do
    local tagEpoch, tagNumber = generationOf(tag)
    if tagEpoch ~= epoch or tagNumber > number then return false end
  end
  return true
end

local startedAt = now()
local bodyBytes = 0

-- The entry under a key: whether it may be used as it is, its time left, and what the process does not know of it. Where the reply has no more
-- room for its body, it is deferred.
local function find(key, version)
  local name = prefix .. 'e:' .. key
  local entry = redis.call('HMGET', name, 'c', 't', 'v', 's', 'x', 'u', 'o')
  if not entry[1] then return nil end
  local left = (tonumber(entry[5] or '') or 0) - startedAt
  local current = isCurrent(entry[1], entry[2])
  local isStale = current and (tonumber(entry[6] or '') or 0) > startedAt
  local isUsable = current and left >= 1
  if not isUsable and not isStale and (tonumber(entry[7] or '') or 0) <= startedAt then return nil end
  local found = { isUsable and 3 or 0, current and 1 or 0, left, entry[3] }
  if entry[3] ~= version then
    local size = redis.call('HSTRLEN', name, 'b')
    if bodyBytes > 0 and bodyBytes + size > tonumber(ARGV[4]) then return { 4 } end
    bodyBytes = bodyBytes + size
    found[5], found[6], found[7] = entry[4], entry[2], redis.call('HGET', name, 'b')
  end
  return found
end

local function lease(key, value)
  if value == '' then return 0 end
  local name = prefix .. 'l:' .. key
  local holder = redis.call('GET', name)
  if holder == '-' then return 0 end
  -- What is read since before an invalidation may be useless: nobody waits for it.
  if holder and string.match(holder, '@(.*)') == clock then return 2 end
  return fits('SET', name, value .. '@' .. clock, 'PX', ARGV[3]) and 1 or 0
end

local time = redis.call('TIME')
local results = { clock, time[1], time[2] }
for i = 5, #ARGV, 3 do
  local result = 0
  if ARGV[i] ~= '' then
    result = find(ARGV[i], ARGV[i + 1])
    if not result then
      result = lease(ARGV[i], ARGV[i + 2])
    elseif result[1] == 0 then
      result[1] = lease(ARGV[i], ARGV[i + 2])
    end
  end
  results[#results + 1] = result
end
return results
`;

/**
 * ARGV: key, clock, tags, version, start of the read, time of expiry, lease, TTL of the clock, body, until when it may be used after its expiry, and
 * until when it may be confirmed. Returns 1 if it is kept, 0 if not, -1 if there is no room.
 */
export const keepScript = `${common}
local name, leaseName = prefix .. 'e:' .. ARGV[1], prefix .. 'l:' .. ARGV[1]

local function ended(result)
  if ARGV[7] ~= '' and isHeldWith(leaseName, ARGV[7]) then redis.call('DEL', leaseName) end
  return result
end

local clock = redis.call('GET', prefix .. 'clock')
if not clock then return ended(0) end
local epoch, number = split(ARGV[2])
local currentEpoch, currentNumber = split(clock)
local usableUntil, confirmableUntil = tonumber(ARGV[10]), tonumber(ARGV[11])
local ttl = usableUntil - now()
local keptUntil = math.max(usableUntil, confirmableUntil)
if epoch ~= currentEpoch or keptUntil <= now() then return ended(0) end

local isOvertaken = ARGV[3] == '!' and ARGV[2] ~= clock
-- A generation that expires before the entries would make them useless.
local generationTtl = math.max(ttl, 0) + 60000
if ARGV[3] ~= '!' then
  for tag in string.gmatch(ARGV[3], '[^,]+') do
    local tagName = prefix .. 'g:' .. tag
    local value = redis.call('GET', tagName)
    local tagEpoch, tagNumber
    if value then tagEpoch, tagNumber = split(value) end
    if tagEpoch ~= epoch then
      -- It was never set, or lost: anything that happened since the read began may have invalidated it.
      if not fits('SET', tagName, clock, 'PX', generationTtl) then return ended(-1) end
      isOvertaken = isOvertaken or currentNumber > number
    elseif tagNumber > number then
      isOvertaken = true
    elseif redis.call('PTTL', tagName) < generationTtl then
      redis.call('PEXPIRE', tagName, generationTtl)
    end
  end
end
if isOvertaken then return ended(0) end

if not fits('HSET', name, 'c', ARGV[2], 't', ARGV[3], 'v', ARGV[4], 's', ARGV[5], 'x', ARGV[6], 'u', ARGV[10], 'o', ARGV[11], 'b', ARGV[9]) then
  return ended(-1)
end
redis.call('PEXPIREAT', name, string.format('%.0f', keptUntil))
redis.call('PEXPIRE', prefix .. 'clock', ARGV[8])
return ended(1)
`;

/** ARGV: new epoch, TTL of the clock, TTL of generations, then tags. */
export const invalidateScript = `${common}
local clock = redis.call('GET', prefix .. 'clock')
local epoch, number = ARGV[1], 0
if clock then epoch, number = split(clock) end
clock = epoch .. ':' .. string.format('%.0f', number + 1)

-- Where Redis is full, it may accept no more than this. What has no generation matches nothing.
redis.call('DEL', prefix .. 'clock')
for i = 4, #ARGV do redis.call('DEL', prefix .. 'g:' .. ARGV[i]) end
redis.pcall('SET', prefix .. 'clock', clock, 'PX', ARGV[2])
for i = 4, #ARGV do redis.pcall('SET', prefix .. 'g:' .. ARGV[i], clock, 'PX', ARGV[3]) end
return 1
`;

/**
 * As a script, it is sent to the node of a cluster that has `KEYS[1]`, a key that nothing uses. It writes first: a replica would tell of itself, too.
 * The other scripts need the time.
 */
export const infoScript = "redis.call('DEL', KEYS[1]) redis.call('TIME') return redis.call('INFO', 'server')";

/** ARGV: key, lease, and for how long nobody needs a lease on the key; 0 for not at all. */
export const releaseScript = `${common}
local name = prefix .. 'l:' .. ARGV[1]
if not isHeldWith(name, ARGV[2]) then return 0 end
redis.call('DEL', name)
if ARGV[3] ~= '0' then redis.pcall('SET', name, '-', 'PX', ARGV[3]) end
return 1
`;
