import { outliveReader } from '../base/admin.js'
import { administer } from './administer.js'

// The administrator's command line.

outliveReader()
await administer(process.argv.slice(2))
