import { generateKeyPairSync } from 'node:crypto'
import { createLocalJWKSet, exportJWK, importSPKI, type JSONWebKeySet, jwtVerify } from 'jose'
import { newId, newSecret } from '../platform/ids.ts'
import { type Fault, type Given, type Received, startOutsideServer } from './outside-server.ts'

/** Google's token service for one service account, and behind it whatever a test serves. */
export interface GoogleServer {
  url: string
  tokenUrl: string
  /** The account's key file. */
  keyFile: string
  projectId: string
  /** How many tokens it gave out. */
  tokensGiven(): number
  /** Ends the tokens given so far. */
  revokeTokens(): void
  requests(): number
  failNext(...faults: Fault[]): void
  heal(): void
  close(): Promise<void>
}

/** Making keys takes a while, and those of one account are as good as those of another. */
const newPair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
let pair: ReturnType<typeof newPair> | undefined

const json = (status: number, body: unknown): Given => ({
  status,
  headers: { 'content-type': 'application/json; charset=UTF-8' },
  body: JSON.stringify(body),
})

/** An error as Google's services say it. */
export const googleError = (status: number, name: string, details: object[] = []): Given =>
  json(status, { error: { code: status, message: `${name} happened`, status: name, details } })

/** @param serve answers a request whose bearer token is good for `scope`. */
export async function startGoogleServer(
  options: { now: () => Date; scope: string },
  serve: (received: Received) => Given | Promise<Given>,
): Promise<GoogleServer> {
  const projectId = 'town-test'
  const clientEmail = `pusher@${projectId}.iam.example`
  pair ??= newPair()
  const { publicKey, privateKey } = pair
  const kid = newId()
  const jwk = await exportJWK(await importSPKI(publicKey, 'RS256'))
  const keys: JSONWebKeySet = { keys: [{ ...jwk, kid, alg: 'RS256' }] }
  const tokens = new Map<string, number>()
  let given = 0
  const grant = async ({ bytes, headers }: Received): Promise<Given> => {
    const form = new URLSearchParams(bytes.toString())
    const isForm = headers['content-type'] === 'application/x-www-form-urlencoded'
    if (!isForm || form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer')
      return json(400, { error: 'unsupported_grant_type' })
    const verified = await jwtVerify(form.get('assertion') ?? '', createLocalJWKSet(keys), {
      issuer: clientEmail,
      audience: tokenUrl,
      currentDate: options.now(),
      requiredClaims: ['iat', 'exp', 'scope'],
      maxTokenAge: '1h',
    }).catch(() => undefined)
    if (verified?.payload.scope !== options.scope) return json(400, { error: 'invalid_grant' })
    const token = `ya29.${newSecret()}`
    given += 1
    tokens.set(token, options.now().getTime() + 3_600_000)
    return json(200, { access_token: token, expires_in: 3599, token_type: 'Bearer' })
  }
  const { url, ...server } = await startOutsideServer((received) => {
    if (received.url.pathname === '/token') return grant(received)
    const [, token = ''] = /^Bearer (.+)$/.exec(received.headers.authorization ?? '') ?? []
    if (!((tokens.get(token) ?? 0) > options.now().getTime())) return googleError(401, 'UNAUTHENTICATED')
    return serve(received)
  })
  const tokenUrl = `${url}/token`
  const keyFile = JSON.stringify({
    type: 'service_account',
    project_id: projectId,
    private_key_id: kid,
    private_key: privateKey,
    client_email: clientEmail,
    token_uri: 'https://oauth2.googleapis.com/token',
  })
  const revokeTokens = () => tokens.clear()
  return { ...server, url, tokenUrl, keyFile, projectId, tokensGiven: () => given, revokeTokens }
}
