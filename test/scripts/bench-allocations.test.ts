import { describe, expect, it } from 'vitest';
import { caseRecord, grownFunctions, isComparable, isOutdated, isOver } from '../bench/allocation-record.ts';
import { byFunction } from '../bench/function-names.ts';

const bundle = `import { t } from "./undici.js";
// src/engine/execute/execute.ts
var Execution = class {
	#put(value) {}
};
// ../linked/node_modules/undici/lib/core/util.js
function stringify() {}
`;

describe('the functions of a heap profile', () => {
  it('have the name of the source file that the bundle has their code from', () => {
    const url = 'file:///dist/chunks/gateway.js';
    const functions = [
      { name: '#put', url, line: 3, bytes: 3000 },
      { name: 'stringify', url, line: 6, bytes: 500 },
    ];
    expect(byFunction(functions, 10, () => bundle)).toEqual({
      '#put in src/engine/execute/execute.ts': 300,
      'stringify in node_modules/undici/lib/core/util.js': 50,
    });
  });

  it('keep the name of a file that is no bundle, of a module of Node, and of V8', () => {
    const functions = [
      { name: 'read', url: 'file:///dist/main.js', line: 0, bytes: 3 },
      { name: '', url: 'node:buffer', line: 7, bytes: 2 },
      { name: '(GC)', url: '', line: -1, bytes: 1 },
    ];
    expect(byFunction(functions, 1, () => 'read();')).toEqual({
      'read in main.js': 3,
      '(anonymous) in node:buffer': 2,
      '(GC) in V8': 1,
    });
  });

  it('are added up by name and file, and begin with the one that allocates most', () => {
    const url = 'node:net';
    const functions = [
      { name: 'write', url, line: 1, bytes: 30 },
      { name: 'read', url, line: 1, bytes: 50 },
      { name: 'write', url, line: 9, bytes: 40 },
    ];
    expect(Object.entries(byFunction(functions, 1, () => ''))).toEqual([
      ['write in node:net', 70],
      ['read in node:net', 50],
    ]);
  });
});

describe('the limit of allocations', () => {
  it('is 3 % above the record', () => {
    expect(isOver(103_000, 100_000)).toBe(false);
    expect(isOver(103_001, 100_000)).toBe(true);
  });

  it('is to be recorded again when 3 % less are allocated', () => {
    expect(isOutdated(97_000, 100_000)).toBe(false);
    expect(isOutdated(96_999, 100_000)).toBe(true);
  });

  it('holds for the major version of Node with which it was recorded', () => {
    expect(isComparable('v20.20.2', 'v20.19.0')).toBe(true);
    expect(isComparable('v20.20.2', 'v24.1.0')).toBe(false);
    expect(isComparable('v20.20.2', 'v2.20.2')).toBe(false);
  });
});

describe('the functions that allocate more than recorded', () => {
  it('are named in the order of their growth, without those that allocate less', () => {
    const functions = { 'a in x.ts': 5000, 'b in x.ts': 4000, 'c in x.ts': 3000 };
    const found = { 'a in x.ts': 5500, 'b in x.ts': 6000, 'c in x.ts': 2000, 'd in y.ts': 800 };
    expect(grownFunctions(found, { bytes: 12_000, functions })).toEqual([
      '+2.0 kB  b in x.ts: 4.0 kB, now 6.0 kB',
      '+0.8 kB  d in y.ts: at most 0.0 kB, now 0.8 kB',
      '+0.5 kB  a in x.ts: 5.0 kB, now 5.5 kB',
    ]);
  });

  it('leave out those whose growth is within the error of sampling', () => {
    const recorded = { bytes: 100_000, functions: { 'a in x.ts': 50_000, 'b in x.ts': 50_000 } };
    expect(grownFunctions({ 'a in x.ts': 50_300, 'b in x.ts': 50_301 }, recorded)).toEqual([
      '+0.3 kB  b in x.ts: 50.0 kB, now 50.3 kB',
    ]);
  });

  it('include one that is not recorded with what it allocates above the least that is', () => {
    const recorded = caseRecord(1e6, manyFunctions());
    expect(grownFunctions({ ...manyFunctions(), 'f1 in x.ts': 120_000, 'new in x.ts': 70_000 }, recorded)).toEqual([
      '+21.0 kB  f1 in x.ts: 99.0 kB, now 120.0 kB',
      '+9.0 kB  new in x.ts: at most 61.0 kB, now 70.0 kB',
    ]);
  });
});

describe('a record', () => {
  it('has whole bytes, and the 40 functions that allocate most', () => {
    const { bytes, functions } = caseRecord(1234.5678, manyFunctions());
    expect(bytes).toBe(1235);
    expect(Object.keys(functions)).toHaveLength(40);
    expect(functions['f49 in x.ts']).toBeUndefined();
  });
});

/** 50 functions; the first allocates most. */
function manyFunctions(): Record<string, number> {
  return Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`f${i} in x.ts`, 100_000 - 1000 * i + 0.4]));
}
