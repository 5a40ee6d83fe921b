import { isIPv6 } from 'node:net'

/** What stands for a network address when requests are counted: of IPv6 the /64, since one household has all of it. */
export function addressOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = ip.split('::').map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = tail ? Array<string>(8 - head.length - tail.length).fill('0') : []
  const network = [...head, ...zeros, ...(tail ?? [])].slice(0, 4)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
