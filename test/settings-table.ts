import { settings } from '../server/src/base/settings/settings.js'

/** Renders the settings as a Markdown table, from the table in the code. */
export function settingsTable(): string {
  const rows = Object.entries(settings).map(([name, { default: value, unit, meaning }]) => {
    return `| \`${name}\` | ${value === '' ? '' : `\`${value}\``} | ${cell(unit)} | ${cell(meaning)} |`
  })
  return ['| name | default | unit or form | meaning |', '|---|---|---|---|', ...rows].join('\n')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
}
