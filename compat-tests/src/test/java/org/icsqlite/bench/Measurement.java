package org.icsqlite.bench;

import java.util.List;

/** What a case measures, given two databases that hold the {@link CounterTable}. */
@FunctionalInterface
interface Measurement {

  List<Metric> run(Side ours, Side theirs, Plan plan) throws Exception;
}
