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

The current release is {{ version }}. It needs no account on the device, only a pairing code that the depot prints. Begin with [installation](/page:install).

## What it costs the battery

On a phone from 2021, a working day of nine hours takes four to six percent. Most of this is the radio, not the receiver: positions are collected every thirty seconds but sent in groups of ten. When a vehicle stands still, the library notices it by the accelerometer and measures once in five minutes.

## Privacy

Nothing is measured before the driver starts a route and nothing after it ends. The driver sees a notification all the time. Positions are rounded to ten metres before they leave the device, unless the contract requires more, and the exact ones are never stored.

## Supported devices

Every version of the operating system that still gets security updates, which is about five years. Tablets work; watches do not. Devices without telephony work as long as a wireless network is in reach at the depot.`,
    },
    {
      title: 'Integrate',
      icon: 'plug',
      markdown: `From an empty project to the first position on the map.

## What you need

A project that builds, the package name of your app, and a test depot. The test depot is free; support creates one within a day, with three vehicles that drive in circles around our office. Use it in your automated tests as well, it never closes.

## Time to plan for

Most teams have the first position on the map after two hours and go to production after three weeks. The weeks are spent on permissions, on wording, and on the one device that behaves differently from all others. Start the review of your privacy texts early, because stores ask for them.

## Order of the pages

[Install](/page:install) adds the package and asks for permissions. [Pair a device](/page:pair-a-device) connects a phone with a vehicle. [Report positions](/page:report-positions) explains what is sent and when. If something fails on the way, [troubleshooting](/page:troubleshooting) begins with the most frequent cause.

## Sample app

A complete app with one screen is in the repository of examples. It is the app that our own testers use, so it is never out of date by more than a release.`,
      pages: [
        {
          title: 'Install',
          markdown: `Add the package from our registry, and nothing else: the library has no dependencies of its own.

## Permissions

Ask for location *while in use* first. Ask for *always* only when the driver starts the first route, and say why; the acceptance rate is twice as high.

## Size

The library adds 410 KB to a release build.

## First start

Call \`start()\` once, early in the life of your app, with the key of your project. The call returns at once and never throws; failures arrive at the listener that you pass. A second call does nothing. Do not call it from a background task, because the operating system kills tasks that wait for a network.

## Check the installation

Run the app with the environment variable \`BEACON_DOCTOR=1\`. It prints one line for each requirement, with a check mark or the reason why it is not met. Send these lines along when you ask support; they contain no personal data.

## Remove it

Delete the package and the two permissions. Positions that were not yet sent are lost; stop the route first.`,
          pages: [
            {
              title: 'Pair a device',
              markdown: `A pairing code has eight digits and is valid for ten minutes.

## When pairing fails

Check the device's clock first: a difference of more than two minutes makes every code invalid. Then read [troubleshooting](/page:troubleshooting).

## Pair with a camera

Open **Vehicle > Pair** on the depot's screen and scan the code. The phone vibrates twice and shows the vehicle's number plate. If the plate is wrong, press *Not mine*: the code becomes invalid and the depot sees a warning.

## Pair without a camera

Type the eight digits. There is no letter among them, so a numeric keyboard is enough, and groups of four make them easy to read aloud over the phone.

## Moving to another vehicle

A driver who changes vehicles pairs again; the old pairing ends by itself. Positions that were collected before belong to the old vehicle, even if they are sent later. A vehicle can have two phones at a time, for example while one of them is charging, and the newer position wins.`,
            },
          ],
        },
        {
          title: 'Report positions',
          markdown: `Positions are stored on the device and sent in batches.

## Offline

Up to 72 hours are kept. The oldest positions go first when the store is full, never the newest.

## Accuracy

A position worse than 150 metres is kept, but not shown on the customer's map.

## What a position contains

| field | unit | always present |
|---|---|---|
| latitude, longitude | degrees | yes |
| accuracy | metres | yes |
| speed | metres a second | no |
| battery | percent | no |
| recorded at | UTC, milliseconds | yes |

## How often

Every thirty seconds in motion, every five minutes at rest, and at once when a stop is confirmed. The intervals can be made longer for a project, but not shorter: customers see no difference, and batteries do.

## Listening in your app

Register a listener to show positions on a map of your own. It is called on the main thread after a position was stored, so it must return quickly. Positions that the listener rejects are sent all the same, because the listener is a view and not a filter.`,
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

Old positions that arrive late are drawn in grey. If they are black, the device's clock is wrong.

## The app is killed after an hour

Look for the name of the manufacturer in the system settings: several of them have a second list of protected apps, beside the one of the operating system. An app must be on both lists. A restart of the phone removes it from one of them on some models from 2022.

## Pairing codes are always invalid

The clock of the phone is wrong, or the code was printed yesterday. Compare the time with a second phone. Codes are valid for ten minutes, and screens that are printed in the morning for the whole day cannot work.

## Positions arrive in bunches

This is intended: they are sent in groups of ten. If the bunches are more than six minutes apart, the radio was asleep; look whether data saving is switched on for the app.

## What to send to support

The diagnostic report, the number plate, and the time at which it happened, with the time zone. A screenshot of the map helps less than you might think.`,
    },
    {
      title: 'Changelog',
      variables: { version: '5.2' },
      markdown: `## {{ version }}

- Pairing works without a camera.
- The store is compacted at night instead of at start.

## Earlier

See [the release notes](/space:next).

## Two weeks before

- The listener is called at most once a second, even if many positions arrive at once.
- \`stop()\` waits up to two seconds for the last group to be sent, instead of dropping it.

## Spring

- Positions at rest are measured every five minutes instead of every two. Batteries last about an hour longer on a working day.
- A crash on devices without an accelerometer is fixed. They are treated as always in motion.
- The notification can be translated by the app; its default texts exist in eleven languages.

## Winter

- Groups of positions are compressed, which saves about two thirds of the data volume.
- The minimum version of the operating system was raised by one. Older phones keep the previous release, which still gets security fixes until the end of the year.

## How we number releases

The first number changes when you have to change your code, the second when something is new, the third when something is repaired. A release is never withdrawn; if one is broken, the next one says so in its first line.`,
    },
  ],
};
