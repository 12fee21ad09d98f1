import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Runs projects in the order of the configuration, not of their names: the browser comes late, since it may have to be downloaded
 * first. Within a project vitest decides: what took longest in the last run comes first, on a new checkout the largest file.
 */
export class ProjectsInOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = (file: TestSpecification) => this.ctx.projects.indexOf(file.project)
    return (await super.sort(files)).sort((a, b) => order(a) - order(b))
  }
}
