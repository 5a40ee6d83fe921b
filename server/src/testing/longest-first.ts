import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Where tests go through all operations, or start and kill programs. */
const long = /^(server\/src\/testing|server\/src\/platform\/operation|acceptance)\//

/**
 * What takes longest begins first, so that one process is not left with it when the other has ended. How long files took is
 * known on a clone where they have run before; elsewhere they go by size, which says little of those.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId, project }: TestSpecification) =>
      long.test(relative(project.config.root, moduleId))
    return (await super.sort(files)).toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)))
  }
}
