import { settings } from './settings.js'

/** Returns all settings for the command line, a line for each: its name, its meaning and its default. */
export function settingList(): string[] {
  const all = Object.entries(settings)
  const width = Math.max(...all.map(([name]) => name.length))
  return all.map(([name, { default: value, meaning }]) => {
    return `  ${name.padEnd(width)}  ${meaning}${value === '' ? '' : ` [${value}]`}`
  })
}
