import { resolve } from 'node:path';
import ts from 'typescript';

/** A manifest of Kubernetes, as parsed YAML. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  [name: string]: unknown;
}

/** `kubernetes-types` has a module for each version of each group of the API: `apps/v1`. */
function moduleOf({ apiVersion }: Manifest): string {
  const [group = '', version] = apiVersion.split('/');
  return version === undefined ? `core/${group}` : `${group.split('.')[0]}/${version}`;
}

/** A program that assigns each manifest to its type: TypeScript rejects fields that a type does not have. */
function sourceOf(manifests: readonly Manifest[]): string {
  const lines = manifests.map((manifest, i) => {
    const type = `import('kubernetes-types/${moduleOf(manifest)}').${manifest.kind}`;
    return `export const manifest${i}: ${type} = ${JSON.stringify(manifest, null, 1)};`;
  });
  return lines.join('\n');
}

/**
 * Checks manifests against the API of Kubernetes 1.30: unknown fields, missing fields, and values of a wrong type. Returns one
 * line for each mistake.
 */
export function mistakesIn(manifests: readonly Manifest[]): string[] {
  // Inside the package, so that TypeScript finds `kubernetes-types`.
  const path = resolve('test/manifests.generated.ts');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es5.d.ts'],
    types: [],
    skipLibCheck: true,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === path || fileExists(name);
  host.getSourceFile = (name, target, ...others) =>
    name === path ? ts.createSourceFile(name, sourceOf(manifests), target) : getSourceFile(name, target, ...others);
  const program = ts.createProgram([path], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
