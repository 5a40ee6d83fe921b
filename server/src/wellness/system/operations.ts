export { getHello } from './get-hello.ts'
export { getRoot } from './get-root.ts'
