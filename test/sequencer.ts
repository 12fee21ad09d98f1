import { relative } from 'node:path'
import type { TestSequencer, TestSpecification } from 'vitest/node'
import { root } from './sources.js'

/**
 * The files that take longest, the longest first: they start first, so that no core waits at the end for one of them.
 * The end of a run names its slowest files.
 */
export const slowFiles: readonly string[] = []

/** Orders the files of each project by {@link slowFiles}; files of one project stay together and share their processes. */
export class LongestFirst implements TestSequencer {
  shard(files: TestSpecification[]): TestSpecification[] {
    return files
  }

  sort(files: TestSpecification[]): TestSpecification[] {
    const projects = [...new Set(files.map(({ project }) => project))]
    const rank = ({ project, moduleId }: TestSpecification) => {
      const at = slowFiles.indexOf(relative(root, moduleId))
      return projects.indexOf(project) * 1e6 + (at === -1 ? slowFiles.length : at)
    }
    return [...files].sort((a, b) => rank(a) - rank(b) || (a.moduleId < b.moduleId ? -1 : 1))
  }
}
