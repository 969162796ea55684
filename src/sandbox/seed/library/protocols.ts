import type { SpaceTemplate } from './template.ts';

export const protocols: SpaceTemplate = {
  emoji: '🔬',
  files: [
    { name: 'sensor-head.png', contentType: 'image/png', size: 301_222, dimensions: { width: 2000, height: 1500 } },
    { name: 'calibration-log.csv', contentType: 'text/csv', size: 11_870 },
  ],
  pages: [
    {
      title: '%product%',
      emoji: '🌊',
      description: 'Measured the same way at every site.',
      markdown: `A number is only worth something if the next person gets the same one. These pages say how.

![The sensor head, front and side](/file:sensor-head.png)`,
    },
    {
      title: 'Before the measurement',
      icon: 'clipboard',
      markdown: `Half of all bad data is made before the probe touches water.`,
      pages: [
        {
          title: 'Calibration',
          emoji: '🎚️',
          markdown: `Calibrate in two points at 4 °C and 20 °C, every thirty days and after every transport.

## Acceptance

The slope must lie between 0.97 and 1.03. Otherwise clean the head as in [cleaning](/page:cleaning) and begin again.

## Record

Write slope, offset and lot number into [the log](/file:calibration-log.csv). Firmware {{ version }} does it by itself.`,
          pages: [
            {
              title: 'Prepare the standards',
              markdown: `Use standards from one lot. Let them stand in the room for two hours; a difference of three degrees moves the offset by 0.4 %.`,
            },
          ],
        },
        {
          title: 'Cleaning',
          markdown: `Rinse three times with deionised water, never with ethanol. A soft brush is allowed, a cloth is not. What ethanol does to the membrane is shown [here](/gone:membrane-damage).`,
        },
      ],
    },
    {
      title: 'At the site',
      icon: 'map-pin',
      markdown: `Photograph the site before and after. The order of the steps matters.`,
      pages: [
        {
          title: 'Deploy the probe',
          markdown: `Lower it to 1.5 m, wait for ninety seconds, and watch the temperature settle.

## In strong current

Use the long bracket. More than 1.2 m/s is not measured at all. Questions: {{ support_email }}.`,
        },
        {
          title: 'Hand over the data',
          markdown: `Upload before leaving the site, while gaps can still be filled. How the upload works is described in [the neighbouring manual](/space:next), the formats on [our site](https://%domain%/formats).`,
        },
      ],
    },
  ],
};
