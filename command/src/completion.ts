import { type Argument, type Command, Argument as NewArgument, type Option } from 'commander'
import { readProfiles } from './account/profiles.js'
import type { Context } from './context.js'

/** Completions of a word, and whether file names do where nothing else does. */
interface Completions {
  /** Words, with what they mean. */
  words: ReadonlyMap<string, string>
  hasFiles: boolean
}

/** Arguments and options whose values are on this machine, by the names of their values. */
const isLocal = /^(files?|folder|list|path|proof)$/
/** The same, for values on the service. */
const remote: readonly string[] = ['get file', 'ls folder', 'upload --to', 'zip path']

/** Numbers that say to the scripts whether to complete file names. */
const directives = { files: 0, noFiles: 4 } as const

/** The script relies on a function of the package bash-completion, and completes no files by itself. */
const beforeBash = `if ! declare -F _get_comp_words_by_ref > /dev/null; then
    _get_comp_words_by_ref() {
        cur=\${COMP_WORDS[COMP_CWORD]}
        prev=\${COMP_WORDS[COMP_CWORD - 1]}
        words=("\${COMP_WORDS[@]}")
        cword=$COMP_CWORD
    }
fi
`
const afterBash = 'complete -o default -F __tallystick_complete tallystick\n'

const help = `
Examples:
  $ source <(tallystick completion bash)
  $ tallystick completion bash > ~/.local/share/bash-completion/completions/tallystick
  $ tallystick completion zsh > "\${fpath[1]}/_tallystick"
  $ tallystick completion fish > ~/.config/fish/completions/tallystick.fish`

/** Adds `tallystick completion`: the script of a shell, and the hidden command that the script asks. */
export function addCompletion(program: Command, { output }: Context): void {
  const name = program.name()
  program
    .command('completion')
    .description('print a script that completes commands')
    .addArgument(new NewArgument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish', 'powershell']))
    .addHelpText('after', help)
    .action(async (shell: string) => {
      if (shell === 'bash') await output.print(beforeBash)
      const { script } = await import('@bomb.sh/tab')
      script(shell, name, name)
      if (shell === 'bash') await output.print(afterBash)
    })
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action(async (words: string[]) => {
      const current = words.at(-1) ?? ''
      const { words: found, hasFiles } = await completionsOf(program, words.slice(0, -1), current)
      const lines = [...found].filter(([word]) => word.startsWith(current)).map(([word, text]) => `${word}\t${text}`)
      await output.print(`${[...lines, `:${hasFiles ? directives.files : directives.noFiles}`].join('\n')}\n`)
    })
}

/** @param before the words of the command line before the current one, without the program's name */
async function completionsOf(program: Command, before: readonly string[], current: string): Promise<Completions> {
  const { command, open, operands } = follow(program, before)
  const name = command.name()
  if (open?.attributeName() === 'profile') return onlyWords(Object.keys(await readProfiles().catch(() => ({}))))
  if (open) return valuesOf(open, `${name} ${open.long}`, open.flags.replace(/^.*<|>$/g, ''))
  const helper = command.createHelp()
  if (current.startsWith('-')) return described(helper.visibleOptions(command), ({ long }) => long)
  const commands = helper.visibleCommands(command)
  if (commands.length > 0) return described(commands, (each) => each.name())
  const last = command.registeredArguments.at(-1)
  const argument = command.registeredArguments[operands] ?? (last?.variadic ? last : undefined)
  return argument ? valuesOf(argument, `${name} ${argument.name()}`, argument.name()) : onlyWords([])
}

/** Reads the words that are complete: which command they name, which option waits for its value, how many arguments there are. */
function follow(program: Command, words: readonly string[]) {
  let command = program
  let open: Option | undefined
  let operands = 0
  for (const word of words) {
    if (open) open = undefined
    else if (word.startsWith('-') && word !== '-') {
      const option = command.options.find(({ short, long }) => word === short || word === long)
      open = option?.required ? option : undefined
    } else {
      const next = operands === 0 ? command.commands.find((each) => each.name() === word) : undefined
      if (next) command = next
      else operands++
    }
  }
  return { command, open, operands }
}

function valuesOf({ argChoices }: Argument | Option, about: string, value: string): Completions {
  return { ...onlyWords(argChoices ?? []), hasFiles: !argChoices && isLocal.test(value) && !remote.includes(about) }
}

function described<Item extends { description: string | (() => string) }>(
  items: readonly Item[],
  wordOf: (item: Item) => string | undefined,
): Completions {
  const words = items.map((item): [string, string] => {
    const { description } = item
    return [wordOf(item) ?? '', typeof description === 'string' ? description : description.call(item)]
  })
  return { words: new Map(words), hasFiles: false }
}

const onlyWords = (words: readonly string[]): Completions => {
  return { words: new Map(words.map((word) => [word, ''])), hasFiles: false }
}
