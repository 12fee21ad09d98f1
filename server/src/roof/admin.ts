import { outliveReader } from '../base/admin.js'
import { closeDebugPort } from '../base/debug-port.js'
import { administer } from './administer.js'

// The administrator's command line.

closeDebugPort()
outliveReader()
await administer(process.argv.slice(2))
