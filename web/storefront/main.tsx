import '../ui/styles.ts'
import { startEarly } from './start.ts'

startEarly()
void import('./app.tsx')
