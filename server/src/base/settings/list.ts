import type { Setting } from './define.js'

/** Returns settings for the command line, a line for each: its name, its meaning and its default. */
export function settingList(settings: readonly Setting[]): string[] {
  const width = Math.max(...settings.map(({ name }) => name.length))
  return settings.map(({ name, default: value, meaning }) => {
    return `  ${name.padEnd(width)}  ${meaning}${value === undefined ? '' : ` [${value}]`}`
  })
}
