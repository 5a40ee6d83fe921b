import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Shown } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { receiptKeyOf } from './receipt.ts'

export const getReceiptKey = operation({
  source: 'not in the specification; added so that anybody can check the receipt of a deletion',
  method: 'GET',
  path: '/usr-mgt/receipt-key',
  summary: 'The public key of receipts of deletion, as a JSON Web Key',
  tag: 'users',
  access: anyone,
  replies: {
    200: {
      message: 'Key fetched successfully',
      data: Type.Object({
        kty: Shown('OKP'),
        crv: Shown('Ed25519'),
        x: Shown('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'),
        kid: Shown('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k'),
        alg: Shown('EdDSA'),
        use: Shown('sig'),
      }),
    },
  },

  handle: async (reading) => receiptKeyOf(reading),
})
