// Parse Server as for production: one process, no live queries, no dashboard, errors logged, no limits. Plain
// JavaScript, since its packages are not installed where the types of this project are checked.
import express from 'express'
import { ParseServer } from 'parse-server'

const {
  PORT,
  DATABASE_HOST,
  DATABASE_PORT,
  DATABASE_USER,
  DATABASE_NAME,
  POOL_SIZE,
  APPLICATION_ID,
  MASTER_KEY,
} = process.env

const parse = new ParseServer({
  databaseURI: `postgres://${DATABASE_USER}@localhost/${DATABASE_NAME}`,
  // It knows no address of a Unix socket, but its driver does.
  databaseOptions: {
    host: DATABASE_HOST,
    ...(DATABASE_PORT ? { port: Number(DATABASE_PORT) } : {}),
    max: Number(POOL_SIZE),
    application_name: process.env.PGAPPNAME,
  },
  appId: APPLICATION_ID,
  masterKey: MASTER_KEY,
  serverURL: `http://127.0.0.1:${PORT}/parse`,
  logLevel: 'error',
  silent: true,
  verbose: false,
  allowClientClassCreation: false,
  enforcePrivateUsers: false,
  directAccess: true,
  protectedFields: {},
  rateLimit: [],
  fileUpload: { enableForPublic: false },
})
await parse.start()
const app = express()
app.use('/parse', parse.app)
app.listen(Number(PORT), '127.0.0.1', () => console.log('ready'))
