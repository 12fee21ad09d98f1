import { main } from '../../sdk/dist/command/verifier.js'

process.exitCode = await main(process.argv)
