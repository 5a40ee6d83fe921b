import { operation } from '../../platform/operation/operation.ts'
import { anyone } from '../access.ts'
import { Hello, sayHello } from './hello.ts'

export const getRoot = operation({
  source: 'our own addition: the base address answers as hello does',
  method: 'GET',
  path: '',
  summary: 'Say hello at the base address',
  access: anyone,
  replies: { 200: { message: 'Hello', data: Hello } },

  handle: async (work) => sayHello(work),
})
