import { settings } from '../server/src/settings.js'

/** Renders the settings as a Markdown table with the list of the secrets, from the table in the code. */
export function settingsTable(): string {
  const rows = settings.map(({ name, default: value, unit, meaning }) => {
    return `| \`${name}\` | ${value === undefined ? '' : `\`${value}\``} | ${cell(unit)} | ${cell(meaning)} |`
  })
  const secrets = settings.flatMap(({ name, secret }) => (secret ? [`\`${name}\``] : []))
  const table = ['| name | default | unit or form | meaning |', '|---|---|---|---|', ...rows].join('\n')
  return `${table}\n\nSecrets: ${secrets.join(', ')}.`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
}
