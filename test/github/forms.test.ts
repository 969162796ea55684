import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readYaml } from '../support/deploy/yaml-files.ts';

interface Form {
  name: string;
  description: string;
  body: { type: string; id?: string; attributes: { label?: string; value?: string } }[];
}

interface Update {
  'package-ecosystem': string;
  directory?: string;
  directories?: string[];
  schedule: { interval: string };
}

const read = <File>(path: string) => readYaml<File>(`.github/${path}`)[0] as File;

describe('an issue form', () => {
  const forms = readdirSync('.github/ISSUE_TEMPLATE').filter((file) => file !== 'config.yml');

  it.each(forms)('%s has a name, a description, and fields with a label and an id of their own', (file) => {
    const { name, description, body } = read<Form>(`ISSUE_TEMPLATE/${file}`);
    expect([name, description]).not.toContain(undefined);
    const fields = body.filter(({ type }) => type !== 'markdown');
    for (const { type, attributes } of fields) {
      expect(['input', 'textarea', 'dropdown', 'checkboxes']).toContain(type);
      expect(attributes.label).toMatch(/\S/);
    }
    for (const { attributes } of body.filter(({ type }) => type === 'markdown')) expect(attributes.value).toMatch(/\S/);
    expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
  });
});

describe('the updates of dependencies', () => {
  const { version, updates } = read<{ version: number; updates: Update[] }>('dependabot.yml');
  const manifests: Record<string, string> = {
    npm: 'package-lock.json',
    docker: 'Dockerfile',
    'docker-compose': 'compose.yaml',
    'github-actions': '.github/workflows',
  };

  it.each(updates)('of $package-ecosystem are for folders that have some', (update) => {
    expect(version).toBe(2);
    expect(['daily', 'weekly', 'monthly']).toContain(update.schedule.interval);
    for (const folder of update.directories ?? [update.directory])
      expect(existsSync(`.${folder}/${manifests[update['package-ecosystem']]}`), folder).toBe(true);
  });
});
