const failure = () => new Error('It failed.');

/** A rejection that is handled, even if nothing awaits it. */
function rejected(reason: unknown): Promise<never> {
  const promise = Promise.reject(reason);
  promise.catch(() => {});
  return promise;
}

export const later = <Value>(value: Value): Promise<Value> => Promise.resolve(value);

/** A promise of another library: an object with a `then` that returns a promise. */
export function thenable(promise: Promise<unknown>): PromiseLike<unknown> {
  // biome-ignore lint/suspicious/noThenProperty: it is the value under test
  return { then: (onValue, onError) => promise.then(onValue, onError) };
}

function* broken() {
  yield 1;
  throw failure();
}

const dog = { kind: 'Dog', name: 'Rex', nameN: 'Rex', bark: [1, 2] };
const cat = { kind: 'Cat', name: null, nameN: 'Tom', lives: 9 };

/**
 * Everything that a resolver can return, by its name in the tests. Values are created for each use, because promises and
 * generators can be consumed only once.
 */
export const completionValues: Readonly<Record<string, () => unknown>> = {
  undefined: () => undefined,
  null: () => null,
  'a text': () => 'text',
  'an empty text': () => '',
  'a number': () => 7,
  'a broken number': () => 1.5,
  'not a number': () => Number.NaN,
  'a truth': () => true,
  'an enum value': () => 'RED',
  'what a scalar dislikes': () => 'bad',
  'what breaks a scalar': () => 'worse',
  'what a scalar makes nothing of': () => 'none',
  'a promise': () => later('text'),
  'a promise of null': () => later(null),
  'a promise of an error': () => later(failure()),
  'a rejection': () => rejected(failure()),
  'a rejection with a text': () => rejected('just a text'),
  'a throw': () => {
    throw failure();
  },
  'a throw of nothing': () => {
    throw undefined;
  },
  'an error': () => failure(),
  'an object': () => ({ text: 'inner', textN: 'inner' }),
  'an object that lacks what it must have': () => ({ text: 'inner' }),
  'an object with promises': () => ({ text: later('inner'), textN: () => later(null) }),
  'a dog': () => dog,
  'a promise of a cat': () => later(cat),
  'an unknown kind': () => ({ kind: 'Unicorn' }),
  'another kind': () => ({ kind: 'Stone' }),
  'no object kind': () => ({ kind: 'Color' }),
  'a kind that breaks': () => ({ kind: 'unknown' }),
  'an empty list': () => [],
  'a list': () => ['RED', 2, true],
  'a list of numbers': () => [0, 1],
  'a list with null': () => [1, null, 2],
  'a list with an error': () => [1, failure(), 2],
  'a list of promises': () => [later(1), later(2), later(null)],
  'a list with a rejection': () => [1, rejected(failure()), 3],
  'a list of lists': () => [[1], [], [2, 3]],
  'a list of lists with nulls': () => [[1, null], null, [2]],
  'a list of lists with promises': () => [later([1, later(2)]), later([rejected(failure())])],
  'a list of objects': () => [{ textN: 'one' }, { textN: later('two') }, { text: 'no textN' }],
  'a list of animals': () => [dog, later(cat), { kind: 'Dog' }],
  'a set': () => new Set([1, 'text']),
  'a generator': () => [1, 2].values(),
  'a generator that breaks': () => broken(),
};
