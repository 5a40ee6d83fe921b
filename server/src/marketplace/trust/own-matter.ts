import { problem } from '../../platform/operation/problem.ts'

export const ownMatter = problem(
  403,
  'OWN_MATTER',
  'You are part of this yourself. Somebody else of the staff decides.',
)

/** Nobody of the staff decides in their own matter, whatever their role. @throws OWN_MATTER */
export function refuseOwnMatter({ id }: { id: string }, parties: readonly string[]): void {
  if (parties.includes(id)) throw ownMatter()
}
