import { administer } from './administer.js'
import { outliveReader } from './base/admin.js'

// The administrator's command line.

outliveReader()
await administer(process.argv.slice(2))
