/** The samples of a text in the format of Prometheus: value by name and labels, as in `name{a="b",c="d"}`. */
export type Samples = ReadonlyMap<string, number>;

export function parseMetrics(text: string): Samples {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

/** Names of metrics that a text describes, those without samples included, and those that histograms add. */
export function metricNames(text: string): Set<string> {
  const names = new Set<string>();
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    names.add(name);
    if (type === 'histogram') for (const suffix of ['bucket', 'sum', 'count']) names.add(`${name}_${suffix}`);
  }
  return names;
}

/** Sum of the samples of a metric that have all of these labels, as `code="NOT_FOUND"`. */
export function sumOf(samples: Samples, name: string, ...labels: string[]): number {
  let sum = 0;
  for (const [key, value] of samples) {
    const [, ofName, list = ''] = /^([^{]+)(?:\{(.*)\})?$/.exec(key) ?? [];
    const has = new Set(list.split(/,(?=\w+=")/));
    if (ofName === name && labels.every((label) => has.has(label))) sum += value;
  }
  return sum;
}

/** Reads `/metrics`. */
export async function readMetrics(url: string): Promise<Samples> {
  return parseMetrics(await (await fetch(url)).text());
}
