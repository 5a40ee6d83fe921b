import './styles.css'
import 'virtual:theme.css'
