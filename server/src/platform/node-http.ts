/**
 * Node's `http`. Importing it in the usual way reads all that it exports, and one of these is a getter that loads all
 * that `fetch` is made of: 15 MB that nothing here uses.
 */
export const http = process.getBuiltinModule('node:http')
