import type { PlantedDifference } from './planted-difference.ts';
import { differencesOfParameters } from './planted-parameter-differences.ts';
import { differencesOfRequests } from './planted-request-differences.ts';
import { differencesOfResponses } from './planted-response-differences.ts';

export const plantedDifferences: readonly PlantedDifference[] = [
  ...differencesOfParameters,
  ...differencesOfRequests,
  ...differencesOfResponses,
];
