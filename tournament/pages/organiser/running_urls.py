"""Addresses of the running day: draws, check-in, board, corrections, history. Every page takes its own forms."""

from __future__ import annotations

from django.urls import URLPattern, path

from . import (
    announced,
    announcements,
    board,
    chairs,
    changes,
    checkin,
    draws,
    history,
    late,
    leaving,
    penalties,
    programme,
    recount,
    table,
    totals,
    whole_sheet,
)

urlpatterns: list[URLPattern] = [
    path("<slug:slug>/draw/", draws.draw, name="draw"),
    path("<slug:slug>/draw/announced/<int:number>/", announced.announced, name="announced"),
    path("<slug:slug>/leaving/", leaving.leaving, name="leaving"),
    path("<slug:slug>/check-in/<int:number>/", checkin.check_in, name="check_in"),
    path("<slug:slug>/board/", board.board, name="board"),
    path("<slug:slug>/tables/<int:session>/<int:number>/", table.table, name="table"),
    path("<slug:slug>/late/", late.late, name="late"),
    path("<slug:slug>/totals/<int:number>/", totals.totals, name="totals"),
    path("<slug:slug>/sheets/<int:session>/<int:number>/", whole_sheet.whole_sheet, name="whole_sheet"),
    path("<slug:slug>/changes/", changes.changes, name="changes"),
    path("<slug:slug>/chairs/<int:session>/", chairs.chairs, name="chairs"),
    path("<slug:slug>/fan/", recount.fan, name="recount"),
    path("<slug:slug>/penalties/", penalties.penalties, name="penalties"),
    path("<slug:slug>/penalties.csv", penalties.penalties_file, name="penalties_file"),
    path("<slug:slug>/announcements/", announcements.announcements, name="announcements"),
    path("<slug:slug>/programme/", programme.programme, name="programme"),
    path("<slug:slug>/history/", history.history, name="history"),
    path("<slug:slug>/history.csv", history.as_file, name="history_csv"),
]
