import { main } from '../../command/dist/verifier.js'

process.exitCode = await main(process.argv)
