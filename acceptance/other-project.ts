import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { minutes } from '../server/src/platform/clock.ts'
import { newDataDir } from '../server/src/testing/data-dir.ts'

const root = path.join(import.meta.dirname, '..')
const compiler = path.join(root, 'node_modules/typescript-native/bin/tsc')

/** What somebody builds elsewhere with the packed client. */
export interface OtherProject {
  /** Runs a program of theirs as plain Node does. @returns what it printed */
  run(name: string, text: string): string
  /** Checks the types of a program with the settings that a bundler wants. @returns what is wrong with them */
  check(name: string, text: string): string
}

/** An empty project elsewhere, in which the client is installed from its tarball, without a network. */
export function projectWithClient(): OtherProject {
  const folder = newDataDir()
  const run = (command: string, args: string[], cwd = folder): string => {
    const { status, error, stdout, stderr } = spawnSync(command, args, {
      cwd,
      encoding: 'utf8',
      timeout: minutes(5),
      killSignal: 'SIGKILL',
    })
    if (error ?? status !== 0) throw new Error(`${command} ${args[0]}: ${error?.message ?? stdout + stderr}`)
    return stdout.trim()
  }
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text)
  const tarball = run(process.execPath, [path.join(root, 'tools/pack-client.ts'), folder], root)
  write('package.json', JSON.stringify({ name: 'elsewhere', private: true, type: 'module' }))
  write(
    'tsconfig.json',
    JSON.stringify({
      compilerOptions: {
        module: 'esnext',
        moduleResolution: 'bundler',
        target: 'es2022',
        lib: ['es2022', 'dom', 'dom.iterable'],
        types: [],
        strict: true,
        noEmit: true,
      },
      include: ['*.ts'],
    }),
  )
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`])
  return {
    run(name, text) {
      write(name, text)
      return run(process.execPath, [name])
    },
    check(name, text) {
      write(name, text)
      const { stdout } = spawnSync(process.execPath, [compiler, '-p', '.'], { cwd: folder, encoding: 'utf8' })
      return stdout
    },
  }
}
