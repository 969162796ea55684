import fc from 'fast-check';

const character = fc
  .integer({ min: 0, max: 0x10ffff })
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point));

/** Texts of any characters. With its own unit for them, fast-check would first list all that Unicode has. */
export const anyText = ({ minLength = 0 } = {}) => fc.string({ unit: character, minLength });
