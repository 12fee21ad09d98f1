import { main } from '../../sdk/dist/command/cli.js'

process.exitCode = await main(process.argv)
