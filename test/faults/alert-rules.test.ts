import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { readYaml } from '../support/deploy/yaml-files.ts';
import { skipsPrometheus } from '../support/services/prometheus.ts';

const folder = 'deploy/compose/prometheus';

/** The unit tests of the alerts, as promtool reads them. */
interface AlertTests {
  tests: { name: string; alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
}

interface Rules {
  groups: { rules: { alert: string }[] }[];
}

describe.skipIf(skipsPrometheus)('the unit tests of the alerts', () => {
  it('fire each alert for its fault, and none in a calm hour', () => {
    execFileSync('promtool', ['test', 'rules', 'alerts.test.yaml'], { cwd: folder });
    const [{ groups }] = readYaml(`${folder}/alerts.yaml`) as [Rules];
    const [{ tests }] = readYaml(`${folder}/alerts.test.yaml`) as [AlertTests];
    const calm = tests.filter(({ name }) => name.startsWith('a calm hour'));
    const expected = (some: AlertTests['tests'], fires: boolean) =>
      some
        .flatMap((one) => one.alert_rule_test)
        .filter(({ exp_alerts: fired }) => fired.length > 0 === fires)
        .map(({ alertname }) => alertname);
    const names = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert)).sort();
    expect([...new Set(expected(tests, true))].sort()).toEqual(names);
    expect(expected(calm, false).sort()).toEqual(names);
  }, 120_000);
});
