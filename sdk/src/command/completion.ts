import tab from '@bomb.sh/tab/commander'
import type { Command } from 'commander'

/** Adds `tallystick completion`: the script of a shell, and what the script asks. Comes last: it knows the commands there are. */
export function addCompletion(program: Command): void {
  const name = 'completion'
  tab(program, { completionCommandName: name })
  program.commands.find((command) => command.name() === name)?.description('print a script that completes commands')
}
