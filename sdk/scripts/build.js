import { join } from 'node:path'
import { makeCommonJs } from '../../scripts/common-js.js'
import { repository, sourcesOf } from '../../scripts/sources.js'

const dist = join(repository, 'sdk', 'dist')

export const part = {
  sources: () => [import.meta.filename, ...sourcesOf(['proof', 'sdk'])],
  mark: join(dist, 'built-from'),
  // So that a program which uses both has one class of errors.
  build: () => makeCommonJs({ dist, entries: ['index', 'webhook', 'copy'], external: [/^@tallystick\/proof(\/|$)/] }),
}
