import { Type } from 'typebox'
import { Id, Text } from '../../platform/operation/schema.ts'

/** What somebody says in a dispute. */
export const sayingFields = {
  text: Text(10, 2000, { example: 'The frame is bent, see the picture.' }),
  evidence: Type.Optional(
    Type.Array(Id, {
      maxItems: 5,
      uniqueItems: true,
      description: 'your uploads for the purpose evidence, read by both of you and by who decides',
    }),
  ),
}
