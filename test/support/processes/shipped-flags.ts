import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };

/** The flags of Node with which `npm start`, the image and, where it can, the command start the gateway. */
export const shippedFlags = scripts.start.split(' ').filter((word) => word.startsWith('--'));
