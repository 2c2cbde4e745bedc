import { benchForecast } from './benches/forecast.ts'
for (let i=0;i<3;i++) benchForecast({rounds:3, progress:(r:any)=>console.log(r.oursMs)} as any)
