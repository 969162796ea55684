import type { SpaceTemplate } from './template.ts';

export const sdk: SpaceTemplate = {
  emoji: '📱',
  files: [
    { name: 'signal-path.png', contentType: 'image/png', size: 121_880, dimensions: { width: 1280, height: 720 } },
  ],
  pages: [
    {
      title: 'About %product%',
      emoji: '📡',
      description: 'Background location that does not drain the battery.',
      markdown: `%product% sends a position every thirty seconds while a route is active, and nothing at all when it is not.

![How a position reaches the server](/file:signal-path.png)

## Requirements

The current release is {{ version }}. It needs no account on the device, only a pairing code that the depot prints. Begin with [installation](/page:install).`,
    },
    {
      title: 'Integrate',
      icon: 'plug',
      markdown: `From an empty project to the first position on the map.`,
      pages: [
        {
          title: 'Install',
          markdown: `Add the package from our registry, and nothing else: the library has no dependencies of its own.

## Permissions

Ask for location *while in use* first. Ask for *always* only when the driver starts the first route, and say why; the acceptance rate is twice as high.

## Size

The library adds 410 KB to a release build.`,
          pages: [
            {
              title: 'Pair a device',
              markdown: `A pairing code has eight digits and is valid for ten minutes.

## When pairing fails

Check the device's clock first: a difference of more than two minutes makes every code invalid. Then read [troubleshooting](/page:troubleshooting).`,
            },
          ],
        },
        {
          title: 'Report positions',
          markdown: `Positions are stored on the device and sent in batches.

## Offline

Up to 72 hours are kept. The oldest positions go first when the store is full, never the newest.

## Accuracy

A position worse than 150 metres is kept, but not shown on the customer's map.`,
        },
      ],
    },
    {
      title: 'Troubleshooting',
      emoji: '🩺',
      markdown: `Collect a diagnostic report from the hidden menu: tap the version number seven times.

## No positions arrive

Battery savers of some manufacturers stop background work. The [list of known devices](/gone:known-devices) names the setting for each.

## Positions jump

Old positions that arrive late are drawn in grey. If they are black, the device's clock is wrong.`,
    },
    {
      title: 'Changelog',
      markdown: `## {{ version }}

- Pairing works without a camera.
- The store is compacted at night instead of at start.

## Earlier

See [the release notes](/space:next).`,
    },
  ],
};
