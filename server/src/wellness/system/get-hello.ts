import { operation } from '../../platform/operation/operation.ts'
import { anyone } from '../access.ts'
import { Hello, sayHello } from './hello.ts'

export const getHello = operation({
  key: 'H1',
  source: 'named in the specification as hello/health; method, path and shape chosen here',
  method: 'GET',
  path: '/hello',
  summary: 'Say hello, without asking the database',
  access: anyone,
  replies: { 200: { message: 'Hello', data: Hello } },

  handle: async (work) => sayHello(work),
})
