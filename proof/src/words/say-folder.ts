import { comparisonOutcome, type FolderComparison } from '../manifest/compare-folder.js'
import { fill } from './fill.js'
import type { Words } from './words.js'

/**
 * Says how a folder compares with its manifest. One that equals it has the outcome of the manifest, whose headline comes first; one that
 * does not has this sentence as its headline.
 * @param files number of files in the manifest.
 * @param name the folder's name.
 */
export function sayFolder(comparison: FolderComparison, files: number, words: Words, name: string): string {
  const { folder } = words
  const outcome = comparisonOutcome(comparison)
  if (outcome !== 'equal') {
    const counts = Object.entries(folder.problems).flatMap(([problem, text]) => {
      const count = comparison.problems.filter((each) => each.problem === problem).length
      return count === 0 ? [] : [fill(text, { count }, words)]
    })
    return folder[outcome].replace('{counts}', () => counts.join(', '))
  }
  const left = comparison.leftBySystem.length
  const except = left === 0 ? '' : fill(folder.except, { left }, words)
  const kind = files === 0 ? 'empty' : files === 1 ? 'only-file' : 'folder'
  return fill(folder.same[kind], { name, files, except }, words)
}
