import { join } from 'node:path'
import { makeCommonJs } from '../../scripts/common-js.js'
import { repository, sourcesOf } from '../../scripts/sources.js'

/* Makes the CommonJS form of the entry points. */

const dist = join(repository, 'proof', 'dist')
const entries = ['index', 'merkle', 'certificate/index', 'ethereum/index', 'tsa/index']

export const part = {
  sources: () => [import.meta.filename, ...sourcesOf(['proof'])],
  mark: join(dist, 'built-from'),
  build: () => makeCommonJs({ dist, entries }),
}
