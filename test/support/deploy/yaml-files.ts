import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';

/** The documents of a YAML file. Throws for duplicate keys and other mistakes. */
export function readYaml<Document>(path: string): Document[] {
  return parseYaml(readFileSync(path, 'utf8'));
}

/** The documents of a YAML text. */
export function parseYaml<Document>(text: string): Document[] {
  return parseAllDocuments(text, { strict: true, uniqueKeys: true }).map((document) => {
    const [error] = [...document.errors, ...document.warnings];
    if (error !== undefined) throw error;
    return document.toJS() as Document;
  });
}
