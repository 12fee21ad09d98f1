import type { Command } from 'commander'
import { addProfiles } from './account/list-profiles.js'
import { addLogin } from './account/login.js'
import { addLogout } from './account/logout.js'
import { profilesFile } from './account/profiles.js'
import { addCompletion } from './completion.js'
import type { Context } from './context.js'
import { allExitCodesHelp } from './exit-codes.js'
import { addGet } from './files/get.js'
import { addLs } from './files/ls.js'
import { addUpload } from './files/upload.js'
import { addZip } from './files/zip.js'
import { addGit } from './git/command.js'
import { run } from './run.js'
import { addServiceCommands, isServiceCommand, runServiceCommand } from './service.js'
import { addList } from './stamps/list.js'
import { addMulti } from './stamps/multi.js'
import { addProof } from './stamps/proof.js'
import { addSearch } from './stamps/search.js'
import { addStamp } from './stamps/stamp.js'
import { addStatus } from './stamps/status.js'
import { addUsers } from './stamps/users.js'
import { stateFolder } from './state.js'
import { addTrust } from './trust/command.js'
import { addCheckpoint } from './verify/checkpoint.js'
import { addVerify } from './verify/command.js'
import { loggedInTo } from './verify/logged-in.js'
import { addOriginal } from './verify/original.js'
import { addWatch } from './watch/command.js'
import { addWebhook } from './webhooks/listen.js'

const help = `
To get started:
  $ tallystick login --url https://notary.example
  $ tallystick stamp agreement.pdf
  $ tallystick proof CODE
  $ tallystick verify agreement.pdf agreement.pdf.proof.json

Environment:
  TALLYSTICK_URL, TALLYSTICK_CLIENT_ID, TALLYSTICK_SECRET_KEY
                        the service and an API client, in place of a login; with
                        TALLYSTICK_URL alone, a login to another service is
                        refused
  TALLYSTICK_PROFILE    the login to use, as --profile
  TALLYSTICK_KEY_STORE  "file" keeps keys beside the logins, not in the system's
                        store
  NO_COLOR              any value turns colors off

Files:
  ${profilesFile}
                        your logins, with the keys where the system has no store
  ${stateFolder}
                        journals of watch, uploads to continue
${allExitCodesHelp}`

/**
 * Runs the command line.
 * @param argv the arguments, as in `process.argv`.
 * @returns the exit code.
 */
export function main(argv: readonly string[]): Promise<number> {
  const [, , name = '', ...args] = argv
  return isServiceCommand(name) ? runServiceCommand(name, args) : run(argv, addCommands)
}

function addCommands(program: Command, context: Context): void {
  program
    .description('Stamps files and hashes on a Tallystick service, verifies proofs, and runs the service.')
    .option('--profile <name>', 'the login to use, before or after the command')
    .addHelpText('after', help)
    .hook('preAction', (_, command) => passProfile(program, command))
  program.commandsGroup('Stamps:')
  addStamp(program, context)
  addMulti(program, context)
  addWatch(program, context)
  addStatus(program, context)
  addList(program, context)
  addSearch(program, context)
  addProof(program, context)
  addUsers(program, context)
  addGit(program, context)
  addWebhook(program, context)
  program.commandsGroup('Folders and files:')
  addUpload(program, context)
  addLs(program, context)
  addGet(program, context)
  addZip(program, context)
  program.commandsGroup('Without a service:')
  addVerify(program, context, loggedInTo)
  addOriginal(program, context)
  addCheckpoint(program, context)
  addTrust(program, context)
  program.commandsGroup('Login:')
  addLogin(program, context)
  addLogout(program, context)
  addProfiles(program, context)
  program.commandsGroup('Your own service:')
  addServiceCommands(program)
  program.commandsGroup('Other:')
  addCompletion(program, context)
}

/** Commander gives the program every option it knows, wherever it stands. @throws {Error} for people when the command has no use for it */
function passProfile(program: Command, command: Command): void {
  const { profile } = program.opts<{ profile?: string }>()
  if (profile === undefined) return
  if (!command.options.some(({ long }) => long === '--profile'))
    throw new Error('this command uses no login: leave --profile out')
  command.setOptionValue('profile', profile)
}
