import { landing } from '#web/content/landing.ts'

type Doer = (typeof landing.critique.tasks)[number]['alone' | 'withUs']
const WORDS: Record<Doer, string> = { you: 'You', we: 'We', nobody: 'Nobody' }

/** Do-it-yourself platforms, by the one thing that counts: who does the work. */
export function Critique() {
  const { title, lead, caption, columns, tasks, score } = landing.critique
  const left = (side: 'alone' | 'withUs'): number => tasks.filter((task) => task[side] === 'you').length
  return (
    <section className="wrap critique">
      <div>
        <h2 className="section-title">{title}</h2>
        <p className="lead quiet">{lead}</p>
      </div>
      <div className="board">
        <table>
          <caption className="label">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{columns.task}</span>
              </th>
              <th scope="col">{columns.alone}</th>
              <th scope="col">{columns.withUs}</th>
            </tr>
          </thead>
          <tbody>
            {tasks.map(({ task, alone, withUs }) => (
              <tr key={task}>
                <th scope="row">{task}</th>
                <td>
                  <span className={`doer ${alone}`}>{WORDS[alone]}</span>
                </td>
                <td>
                  <span className={`doer ${withUs}`}>{WORDS[withUs]}</span>
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{score}</th>
              <td>
                <span className="fig plate">{left('alone')}</span>
              </td>
              <td>
                <span className="fig plate">{left('withUs')}</span>
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  )
}
