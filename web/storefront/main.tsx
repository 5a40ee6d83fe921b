import '../ui/styles.css'
import { startEarly } from './start.ts'

startEarly()
void import('./app.tsx')
