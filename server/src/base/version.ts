import { readFileSync } from 'node:fs'
import { ownFile } from './own-files.js'

/** The version of the service, as the API reference and the command line name it; from its package.json. */
export const version: string = JSON.parse(readFileSync(ownFile('package.json'), 'utf8')).version
