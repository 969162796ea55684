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

![The sensor head, front and side](/file:sensor-head.png)

## Who this is for

For everyone who takes a probe out of its case: field teams, partners at universities, and the two of us who repair them. No knowledge of electronics is assumed. Knowledge of the water is: if the current or the weather worries you, the measurement can wait.

## How to use a protocol

Print the page, tick each step, and write the time beside it. A step that was done differently gets a note, not a tick. Deviations are no failure; deviations that nobody wrote down are. Protocols have numbers, and the number of the version in use belongs into the header of the data file.

## Units

Temperatures are in degrees Celsius, depths in metres below the surface at the time of measurement, conductivity in millisiemens per centimetre at 25 °C. Times are UTC, always, including on paper. We have lost one season of comparisons to summer time, and that was enough.`,
    },
    {
      title: 'Before the measurement',
      icon: 'clipboard',
      markdown: `Half of all bad data is made before the probe touches water.

## The day before

Charge all batteries, including those of the spare probe. A battery below eighty percent stays at home. Check the seals by hand: a seal that feels rough is replaced, even if it has passed the last test.

Look at the forecast for wind and for rain upstream. Rain upstream changes turbidity for about a day and a half after it has stopped, so a dry morning proves nothing.

## Packing list

| item | pieces |
|---|---|
| probe, calibrated | 1 |
| spare probe, calibrated | 1 |
| standards, same lot | 2 |
| bracket, short and long | 1 each |
| deionised water | 2 litres |
| soft brush | 1 |
| printed protocol and pencil | 1 |

## The morning

Calibrate indoors, not at the site; see [calibration](/page:calibration). Let the probe take on the temperature of the room for an hour before. Synchronise the clock of the logger with the phone, and the phone with the network. Then clean the head once more, as in [cleaning](/page:cleaning), and close the case.`,
      pages: [
        {
          title: 'Calibration',
          emoji: '🎚️',
          markdown: `Calibrate in two points at 4 °C and 20 °C, every thirty days and after every transport.

## Acceptance

The slope must lie between 0.97 and 1.03. Otherwise clean the head as in [cleaning](/page:cleaning) and begin again.

## Record

Write slope, offset and lot number into [the log](/file:calibration-log.csv). Firmware {{ version }} does it by itself.

## Procedure

1. Rinse the head, shake it, and wait for ten seconds.
2. Immerse it in the first standard up to the ring. No bubble may touch the sensor.
3. Wait until the reading changes by less than 0.2 % in thirty seconds. This takes two to five minutes.
4. Confirm, rinse, and repeat with the second standard.
5. Measure the first standard again as a sample. The deviation must be below 1 %.

## If it is not accepted

Clean and repeat once. If the second attempt fails as well, use the spare probe and label the first one with the date. A membrane older than fourteen months is the reason in most cases; the date of its last change is inside the lid.`,
          pages: [
            {
              title: 'Prepare the standards',
              markdown: `Use standards from one lot. Let them stand in the room for two hours; a difference of three degrees moves the offset by 0.4 %.

## Mixing

Weigh the salt on the analytical balance, to the milligram. Dissolve it in half of the water, then fill up to the mark at exactly 20 °C. Turn the flask twenty times; do not shake it, because bubbles stay for an hour. Label it with the concentration, the lot, the date and your initials.

## Keeping

A standard keeps for thirty days in glass and for ten in plastic, in the dark, closed. Once it was poured into a cup it is never poured back. Cups are rinsed with the standard itself, twice, before they are filled.

## Checking

Measure each new lot against the last one before that is empty. They must agree within 0.3 %. If they do not, mix a third one; two lots that disagree cannot tell which of them is wrong. Enter all lots in the laboratory's book, also those that were thrown away, with the reason in three words.`,
            },
          ],
        },
        {
          title: 'Cleaning',
          markdown: `Rinse three times with deionised water, never with ethanol. A soft brush is allowed, a cloth is not. What ethanol does to the membrane is shown [here](/gone:membrane-damage).

## After every deployment

1. Rinse at the site, before anything dries. A bottle is enough.
2. In the laboratory, soak the head in lukewarm water for ten minutes, with a drop of neutral detergent.
3. Brush from the centre outwards, without pressure, for about half a minute.
4. Rinse three times and let it dry standing, with the cap beside it.

## Growth

Algae come off with the brush. Mussels do not: soak the head in five percent citric acid for fifteen minutes, at most once a month. Never scrape; a scratch of a hundredth of a millimetre is visible in the data for the rest of the season.

## Storage

Put two millilitres of storage solution into the cap. A head that has dried out can be rescued by a night in the solution, and must be calibrated twice after that. Write every cleaning into the log of the probe, with the time since the last one.`,
        },
      ],
    },
    {
      title: 'At the site',
      icon: 'map-pin',
      markdown: `Photograph the site before and after. The order of the steps matters.

## Arrive

Look at the water for five minutes before you unload. Where does it move, where does it stand, what floats in it? Choose the place where the water is mixed, not the place where the bank is comfortable. A handrail above stagnant water has produced a whole summer of useless numbers.

## Safety

Two people, one of them on land. Life jackets on every bank, not only on boats. No measurement in a thunderstorm, at night without lamps, or when one of you has a bad feeling. The feeling is a sufficient reason, and nobody asks for another one.

## Order

1. Photograph the site, with the horizon.
2. Note weather, wind, colour of the water, and anything unusual.
3. [Deploy the probe](/page:deploy-the-probe).
4. Take the reference sample at the same depth, while the probe measures.
5. Recover, rinse, photograph again.
6. [Hand over the data](/page:hand-over-the-data) before you drive away.

The whole visit takes fifty minutes. If it takes twenty, something was left out.`,
      pages: [
        {
          title: 'Deploy the probe',
          markdown: `Lower it to 1.5 m, wait for ninety seconds, and watch the temperature settle.

## In strong current

Use the long bracket. More than 1.2 m/s is not measured at all. Questions: {{ support_email }}.

## Steps

1. Fix the bracket and pull at it with your weight.
2. Start the logger on land, and see three readings before the probe gets wet.
3. Lower it slowly, head first, so that air can leave the guard.
4. Turn it by a quarter at the final depth; this frees the last bubbles.
5. Wait, read, and write down the first stable value and its time.

## How long

Ten minutes for a single visit, one reading every ten seconds. For a permanent station, one reading every fifteen minutes, and a visit every three weeks in summer and every five in winter.

## Ice

Cut a hole of forty centimetres, remove the slush, and hang the probe half a metre below the ice. Do not let the head freeze on the way back: carry it in its cap, inside your jacket.`,
        },
        {
          title: 'Hand over the data',
          markdown: `Upload before leaving the site, while gaps can still be filled. How the upload works is described in [the neighbouring manual](/space:next), the formats on [our site](https://%domain%/formats).

## Check before you upload

Open the file on the phone. The number of lines must match the duration, the first and last times must match your paper, and the temperature must be plausible. A file that fails one of these is still uploaded, with the word *doubt* in its name; deciding about it is somebody else's job.

## What belongs together

The file, four photographs, the scan of the protocol, and the number of the reference sample. The upload asks for all of them and waits until they are complete. It can be interrupted and continues by itself, even on the next day.

## Afterwards

You get a message when the data have been checked, usually within a day. Questions from the laboratory come to you first, because nobody else has seen the water. Keep the paper for five years. Delete the file from the phone only after the message has arrived.`,
        },
      ],
    },
  ],
};
