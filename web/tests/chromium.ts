import { existsSync } from 'node:fs'

const found = (...places: (string | undefined)[]) => places.find((place) => place && existsSync(place))

/** A browser that also shows notifications; undefined where none is installed. */
export const wholeChromiumPath = found(
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
)

/**
 * The browser that the tests of the pages drive; undefined where none is installed. Without the windows around
 * them the same pages are a third less work.
 */
export const chromiumPath =
  found(process.env.CHROMIUM_PATH, '/usr/bin/chromium-headless-shell') ?? wholeChromiumPath
