/** One instruction of a Dockerfile, with its continuation lines. */
interface Instruction {
  name: string;
  text: string;
}

/** The instructions of one image, from its `FROM` on. */
type Stage = readonly Instruction[];

interface Rule {
  /** Id of the same rule in hadolint. */
  id: string;
  says: string;
  isBroken(stages: readonly Stage[]): boolean;
}

function instructionsOf(dockerfile: string): Instruction[] {
  const lines = dockerfile.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return lines
    .join('\n')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .map((line) => {
      const [, name = '', text = ''] = /^\s*(\w+)\s*(.*)$/.exec(line) ?? [];
      return { name: name.toUpperCase(), text };
    });
}

function stagesOf(dockerfile: string): Instruction[][] {
  const stages: Instruction[][] = [];
  for (const instruction of instructionsOf(dockerfile)) {
    if (instruction.name === 'FROM') stages.push([]);
    stages.at(-1)?.push(instruction);
  }
  return stages;
}

const texts = (stages: readonly Stage[], ...names: string[]) =>
  stages.flat().flatMap(({ name, text }) => (names.includes(name) ? [text] : []));

const aliases = (stages: readonly Stage[]) =>
  texts(stages, 'FROM').flatMap((from) => / AS (\S+)$/i.exec(from)?.[1] ?? []);

const lastStage = (stages: readonly Stage[]) => [stages.at(-1) ?? []];

const inRun = (pattern: RegExp) => (stages: readonly Stage[]) =>
  texts(stages, 'RUN').some((text) => pattern.test(text));

const isRepeated = (stages: readonly Stage[], name: string) => stages.some((stage) => texts([stage], name).length > 1);

/** The rules of hadolint that can concern an image of a Node application. */
const rules: readonly Rule[] = [
  {
    id: 'DL3000',
    says: 'a WORKDIR is absolute',
    isBroken: (stages) => texts(stages, 'WORKDIR').some((path) => !path.startsWith('/')),
  },
  {
    id: 'DL3002',
    says: 'the last user is not root',
    isBroken: (stages) => /^(?:|root|0)(?::|$)/.test(texts(lastStage(stages), 'USER').at(-1) ?? ''),
  },
  { id: 'DL3003', says: 'WORKDIR in place of cd', isBroken: inRun(/(?:^|[;&|])\s*cd\s/) },
  { id: 'DL3004', says: 'no sudo', isBroken: inRun(/\bsudo\b/) },
  {
    id: 'DL3006',
    says: 'a base has a tag',
    isBroken: (stages) =>
      texts(stages, 'FROM').some((from) => {
        const [image = ''] = from.split(' ');
        return !image.includes(':') && !aliases(stages).includes(image);
      }),
  },
  {
    id: 'DL3007',
    says: 'no base is "latest"',
    isBroken: (stages) => texts(stages, 'FROM').some((from) => /:latest\b/.test(from)),
  },
  {
    id: 'DL3008',
    says: 'packages of Debian have versions, or come with the base',
    isBroken: inRun(/\bapt(?:-get)?\s+(?:-\S+\s+)*install\b(?!.*=)/),
  },
  { id: 'DL3012', says: 'at most one HEALTHCHECK', isBroken: (stages) => isRepeated(stages, 'HEALTHCHECK') },
  { id: 'DL3016', says: 'npm installs from the lock file', isBroken: inRun(/\bnpm\s+(?:install|i|add)\b/) },
  { id: 'DL3020', says: 'COPY in place of ADD', isBroken: (stages) => texts(stages, 'ADD').length > 0 },
  {
    id: 'DL3021',
    says: 'COPY of several files goes to a folder',
    isBroken: (stages) =>
      texts(stages, 'COPY').some((text) => {
        const paths = text.split(/\s+/).filter((word) => !word.startsWith('--'));
        return paths.length > 2 && !paths.at(-1)?.endsWith('/');
      }),
  },
  {
    id: 'DL3022',
    says: 'COPY --from names a stage',
    isBroken: (stages) =>
      texts(stages, 'COPY').some((text) => {
        const source = /--from=(\S+)/.exec(text)?.[1];
        return source !== undefined && !aliases(stages).includes(source);
      }),
  },
  {
    id: 'DL3024',
    says: 'stages have different names',
    isBroken: (stages) => new Set(aliases(stages)).size < aliases(stages).length,
  },
  {
    id: 'DL3025',
    says: 'CMD and ENTRYPOINT are JSON',
    isBroken: (stages) => texts(stages, 'CMD', 'ENTRYPOINT').some((text) => !isJsonArray(text)),
  },
  {
    id: 'DL3045',
    says: 'COPY to a relative path comes after WORKDIR',
    isBroken: (stages) =>
      stages.some((stage) => {
        const copy = stage.findIndex(({ name, text }) => name === 'COPY' && !/\s\/\S*$/.test(text));
        const workdir = stage.findIndex(({ name }) => name === 'WORKDIR');
        return copy !== -1 && (workdir === -1 || workdir > copy);
      }),
  },
  {
    id: 'DL3049',
    says: 'the image has labels',
    isBroken: (stages) => !texts(lastStage(stages), 'LABEL').join(' ').includes('org.opencontainers.image.title='),
  },
  {
    id: 'DL3057',
    says: 'the image has a HEALTHCHECK',
    isBroken: (stages) => texts(lastStage(stages), 'HEALTHCHECK').length === 0,
  },
  {
    id: 'DL3059',
    says: 'consecutive RUNs are one',
    isBroken: (stages) =>
      stages.some((stage) => stage.some(({ name }, i) => name === 'RUN' && stage[i + 1]?.name === 'RUN')),
  },
  { id: 'DL4000', says: 'no MAINTAINER', isBroken: (stages) => texts(stages, 'MAINTAINER').length > 0 },
  { id: 'DL4003', says: 'at most one CMD', isBroken: (stages) => isRepeated(stages, 'CMD') },
  { id: 'DL4004', says: 'at most one ENTRYPOINT', isBroken: (stages) => isRepeated(stages, 'ENTRYPOINT') },
  { id: 'DL4006', says: 'no pipe, whose first command may fail unnoticed', isBroken: inRun(/[^|]\|[^|]/) },
];

function isJsonArray(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
}

/** The rules that a Dockerfile breaks, each as its id and what it says. */
export function brokenRules(dockerfile: string): string[] {
  const stages = stagesOf(dockerfile);
  return rules.filter(({ isBroken }) => isBroken(stages)).map(({ id, says }) => `${id}: ${says}`);
}
