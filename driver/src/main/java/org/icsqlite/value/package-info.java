/**
 * Values on their way between Java and SQLite's five storage classes: numbers, texts, dates and
 * times, streams. Knows neither statements nor connections; uses the error package only.
 */
package org.icsqlite.value;
