import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the texts that a package comes with, notices among them, or else what its readme says. */
export function licenceTexts(folder) {
  const read = (name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r', '').trim()
  const names = readdirSync(folder)
  const own = names.filter((name) => /^(licen[cs]e|copying|notice)/i.test(name)).map(read)
  if (own.length > 0) return own
  const readmes = names.filter((name) => /^readme/i.test(name)).map(read)
  return readmes.flatMap((text) => /^#+ licen[cs]e[\s\S]*/im.exec(text)?.[0] ?? [])
}

/** Returns what a bundle must say of the packages whose modules it contains; nothing when all of it is ours. */
export function licencesOf(moduleIds) {
  const found = moduleIds.flatMap((id) => {
    const [, folder, name] = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(id) ?? []
    return name === undefined ? [] : [[name, folder]]
  })
  const texts = [...new Map(found)].sort().map(([name, folder]) => `${name}\n\n${licenceTexts(folder).join('\n\n')}\n`)
  return texts.length === 0 ? '' : `This file contains code of these packages:\n\n${texts.join('\n')}`
}
